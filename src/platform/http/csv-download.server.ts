/** A spreadsheet takes a file for UTF-8 only where it begins with this. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Answers with a file of comma-separated values to be saved, sent as its lines come.
 *
 * @param lines whole lines with their breaks; what throws while the first is made rejects, later it breaks the answer off
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
