import { createHash } from 'node:crypto';
import type { TrustedAuthority } from './prepare-lan.ts';

/**
 * The authority as a configuration profile, the one form that an iPad installs from a page (Apple's Configuration Profile
 * Reference, Certificate Payload). The same authority is the same profile, so that installing it twice leaves one.
 */
export function writeMobileConfig({ name, der }: TrustedAuthority): string {
  const title = escapeXml(name);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadCertificateFileName</key><string>vitrine.crt</string>
      <key>PayloadContent</key><data>${der.toString('base64')}</data>
      <key>PayloadDisplayName</key><string>${title}</string>
      <key>PayloadIdentifier</key><string>vitrine.lan.${uuidOf(der, 'certificate')}</string>
      <key>PayloadType</key><string>com.apple.security.root</string>
      <key>PayloadUUID</key><string>${uuidOf(der, 'certificate')}</string>
      <key>PayloadVersion</key><integer>1</integer>
    </dict>
  </array>
  <key>PayloadDisplayName</key><string>${title}</string>
  <key>PayloadIdentifier</key><string>vitrine.lan.${uuidOf(der, 'profile')}</string>
  <key>PayloadRemovalDisallowed</key><false/>
  <key>PayloadType</key><string>Configuration</string>
  <key>PayloadUUID</key><string>${uuidOf(der, 'profile')}</string>
  <key>PayloadVersion</key><integer>1</integer>
</dict>
</plist>
`;
}

/** A UUID of version 8 (RFC 9562), made of what it is for. */
function uuidOf(der: Buffer, part: string): string {
  const bytes = createHash('sha256').update(part).update(der).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    .toUpperCase();
}

/** Text for XML and HTML, also between quotes. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
