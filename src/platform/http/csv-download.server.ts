/** Excel needs it to recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * @param lines complete lines with line breaks
 * @throws when the first line fails; a later failure aborts the response
 */
export async function csvDownload(fileName: string, lines: AsyncIterable<string>): Promise<Response> {
  const source = lines[Symbol.asyncIterator]()
  const first = await source.next()
  const encoder = new TextEncoder()
  let next: IteratorResult<string> | undefined = first
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(BYTE_ORDER_MARK)),
    async pull(controller) {
      const { done, value } = next ?? (await source.next())
      next = undefined
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: () => void source.return?.(),
  })
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'no-store',
  }
  return new Response(body, { headers })
}
