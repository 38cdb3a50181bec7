import { phraseParts } from '#kernel/text/phrase.ts'

/** " by {name}", or nothing without a name. */
export function ByName({ name }: { name: string | null }) {
  return name && <> {phraseParts('by {name}', { name: <bdi key="name">{name}</bdi> })}</>
}
