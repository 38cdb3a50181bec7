import { Tokenizer, TokenParser, TokenType } from '@streamparser/json'
import { formatBytes } from '#kernel/format-bytes.ts'
import { ImportError } from '../rules/import-item.ts'

/** The size of a record, such as a post. */
const MAX_RECORD_BYTES = 32_000_000
const MAX_DEPTH = 100

export type JsonRecord = { table: string; record: unknown }

/**
 * Reads the records of tables in a file such as `{"data": {"posts": [{…}]}}`. Only one record is in memory at a time.
 *
 * @param paths of tables as in `$.data.posts`, where `*` is any key
 * @throws ImportError if the file is damaged, or nested too deeply, or if a record is too large
 */
export async function* readJsonRecords(
  content: AsyncIterable<Uint8Array>,
  paths: readonly string[],
): AsyncGenerator<JsonRecord> {
  const records: JsonRecord[] = []
  const parser = new TokenParser({ paths: paths.map((path) => `${path}.*`), keepStack: false })
  parser.onValue = ({ value, stack }) => {
    records.push({ table: String(stack.at(-1)?.key ?? ''), record: value })
  }
  const tableDepth = createDepth()
  const tokenizer = new Tokenizer()
  let [fed, recordStart] = [0, 0]
  tokenizer.onToken = (parsed) => {
    if (tableDepth.read(parsed.token, parsed.value)) recordStart = fed
    parser.write(parsed)
  }
  try {
    let isFirst = true
    for await (const chunk of content) {
      tokenizer.write(isFirst ? withoutMark(chunk) : chunk)
      isFirst = false
      fed += chunk.length
      if (fed - recordStart > MAX_RECORD_BYTES)
        throw new ImportError(`A record of the JSON file is larger than ${formatBytes(MAX_RECORD_BYTES)}.`)
      yield* records.splice(0)
    }
    if (!parser.isEnded) throw new ImportError('The JSON file is incomplete. Download the export again.')
  } catch (error) {
    if (error instanceof ImportError) throw error
    const reason = error instanceof Error ? error.message.slice(0, 200) : String(error)
    throw new ImportError(`The JSON file is damaged: ${reason}`)
  }
  yield* records
}

/** Finds where records start and end: below the tables of `{data: {posts: []}}` or `{db: [{data: {posts: []}}]}`. */
function createDepth() {
  let [depth, tables] = [0, 3]
  return {
    /** @returns whether the token is outside of records */
    read(token: TokenType, value: unknown): boolean {
      if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1
      if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1
      if (depth > MAX_DEPTH) throw new ImportError('The JSON file is nested too deeply.')
      if (depth === 1 && value === 'db') tables = 5
      return depth <= tables
    },
  }
}

/** A byte order mark is not JSON. */
function withoutMark(chunk: Uint8Array): Uint8Array {
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk
}
