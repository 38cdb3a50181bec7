/** The part of https://github.com/catdad-experiments/libheif-js that is used. Its own types describe another entry point. */
declare module 'libheif-js/wasm-bundle.js' {
  type Handle = object
  type Channel = { data: Uint8Array; width: number; height: number; stride: number }
  const heif: {
    heif_context_alloc(): Handle
    /** The side of a square image, in pixels. */
    heif_context_set_maximum_image_size_limit(context: Handle, side: number): void
    heif_context_read_from_memory(context: Handle, bytes: Uint8Array): object
    heif_js_context_get_primary_image_handle(context: Handle): Handle
    /** Without `channels` after an error. */
    heif_js_decode_image2(
      handle: Handle,
      colorspace: object,
      chroma: object,
    ): Promise<{ channels?: Channel[] }>
    heif_colorspace: { heif_colorspace_RGB: object }
    heif_chroma: { heif_chroma_interleaved_RGB: object }
  }
  export default heif
}
