import type { TextContext } from '../rules/inline-html.ts'
import { parseHtml } from '../server/convert-text.server.ts'

/** A context that changes no addresses; `lost` collects what is lost. */
export function createTextContext(readSpecial?: TextContext['readSpecial']) {
  const lost: string[] = []
  const context: TextContext = {
    parseHtml,
    linkAddress: (address) => address,
    fileAddress: (address) => address,
    lose: (what, example) => lost.push(`${what}: ${example}`),
    ...(readSpecial && { readSpecial }),
  }
  return { context, lost }
}
