/** Sum of three channels above which their mean is above MASK_THRESHOLD. */
const LIMIT: i32 = 3 * 160;
const OPAQUE: i32 = <i32>0xff000000;

function four(at: usize): void {
  const colours = v128.and(v128.load(at), i32x4.splat(0x00ffffff));
  const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(colours));
  v128.store(at, v128.or(i32x4.gt_s(sums, i32x4.splat(LIMIT)), i32x4.splat(OPAQUE)));
}

/** Makes RGBA pixels white where the mean of red, green and blue is above the threshold, else black, in place. */
export function binarise(bytes: usize): void {
  const wide = bytes & ~63;
  for (let at: usize = 0; at < wide; at += 64) {
    four(at);
    four(at + 16);
    four(at + 32);
    four(at + 48);
  }
  for (let at = wide; at < bytes; at += 4) {
    const sum = <i32>load<u8>(at) + <i32>load<u8>(at, 1) + <i32>load<u8>(at, 2);
    store<i32>(at, sum > LIMIT ? -1 : OPAQUE);
  }
}
