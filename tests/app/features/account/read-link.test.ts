import { expect, test } from 'vitest';
import { readLink } from '../../../../src/app/features/account/read-link.ts';

test.each([
  ['owner=a%2Fb', '', { kind: 'owner', token: 'a/b' }],
  ['reset=abc', '', { kind: 'reset', token: 'abc' }],
  ['verify=abc', '', { kind: 'verify', token: 'abc' }],
  ['', 'invitation_token=a%2Bb&x=1', { kind: 'invitation', token: 'a+b' }],
  ['reset=abc', 'invitation_token=d', { kind: 'reset', token: 'abc' }],
  ['pricing', '', null],
  ['reset=', '', null],
  ['reset=%E0%A4%A', '', null],
  [`reset=${'a'.repeat(201)}`, '', null],
  ['', `invitation_token=${'a'.repeat(201)}`, null],
  ['', 'invitation_token=', null],
])('#%s ?%s', (fragment, query, link) => {
  expect(readLink(fragment, query)).toEqual(link);
});
