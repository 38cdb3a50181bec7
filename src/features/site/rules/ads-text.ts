import { phrase } from '#kernel/text/phrase.ts'

/** Large publishers have thousands of lines. */
export const MAX_ADS_TEXT_LENGTH = 100_000

const DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i
const RELATIONS = ['DIRECT', 'RESELLER']

/**
 * Returns what to correct in an ads.txt (IAB Tech Lab, ads.txt 1.1); undefined if it is valid. Lines are records such as
 * `google.com, pub-123, DIRECT, f08c47fec0942fa0`, variables such as `CONTACT=ads@paper.example`, and comments.
 */
export function describeAdsTextFault(text: string): string | undefined {
  for (const [index, line] of text.split(/\r\n|[\r\n]/).entries()) {
    const fault = describeLineFault(line.split('#', 1)[0]?.trim() ?? '')
    if (fault) return phrase('Line {index}: {fault}', { index: index + 1, fault })
  }
  return undefined
}

function describeLineFault(line: string): string | undefined {
  if (line === '' || /^[a-z]+\s*=\s*\S/i.test(line)) return undefined
  const [domain = '', account, relation = ''] =
    line
      .split(';', 1)[0]
      ?.split(',')
      .map((field) => field.trim()) ?? []
  if (!DOMAIN.test(domain)) return phrase('Start with the domain of the ad network, such as google.com.')
  if (!account) return phrase('Add your account after the domain, separated by a comma.')
  if (!RELATIONS.includes(relation.toUpperCase())) return phrase('Add DIRECT or RESELLER after the account.')
  return undefined
}
