/** Enough for a photograph of 24 megapixels, also as PNG. */
export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024
export const UPLOAD_TOO_LARGE = 'The image is larger than 50 MB.'
