const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Returns a valid PNG of one pixel in base64, with the number after its end. */
export function testImage(number: number): string {
  return Buffer.concat([dot, Buffer.from(String(number))]).toString('base64');
}
