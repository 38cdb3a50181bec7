import { Button } from '#ui/office/Button.tsx'
import type { ImportReport } from '../server/import-feeds.server.ts'

type Props = { report: Extract<ImportReport, { kind: 'imported' }>; onClose: () => void }

/** What became of each entry of an imported list. */
export function ImportReportView({ report: { added, known, refused }, onClose }: Props) {
  return (
    <div role="status" className="flex flex-col gap-4">
      <Entries title={`Added (${added.length})`} entries={added} />
      <Entries title={`Already there (${known.length})`} entries={known} />
      <Entries title={`Refused (${refused.length})`} entries={refused} />
      <Button variant="primary" className="self-end" onClick={onClose}>
        Done
      </Button>
    </div>
  )
}

type Entry = { url: string; title: string; reason?: string }

function Entries({ title, entries }: { title: string; entries: readonly Entry[] }) {
  return (
    <section>
      <h3 className="text-14 font-semibold">{title}</h3>
      {entries.length > 0 && (
        <ul className="max-h-56 overflow-y-auto text-13">
          {entries.map(({ url, title: name, reason }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries need not differ, and none moves
            <li key={place} className="border-t border-rule py-1 wrap-anywhere">
              <bdi className="font-semibold">{name || url}</bdi>
              {name && <span className="text-muted"> {url}</span>}
              {reason && <span className="block text-danger">{reason}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
