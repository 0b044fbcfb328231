// The part of `qr/decode.js` that tests use; the library's own declarations need the DOM.

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel: RGB. */
  readonly data: Uint8Array;
}

/** @throws {Error} when no code is found. */
export declare function decodeQR(picture: Picture): string;
