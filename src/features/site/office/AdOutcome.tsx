import type { ReactNode } from 'react'
import type { AdDescription } from '../server/describe-ad.server.ts'

/** What the sanitiser keeps of an ad code, which hosts the page's policy lets through for it, and what is left out. */
export function AdOutcome({ markup, scripts, pushes, hosts, leftOut }: AdDescription) {
  const isNothing = markup === '' && scripts.length === 0
  return (
    <div className="flex flex-col gap-2 pt-1 text-13">
      {isNothing && <p className="font-semibold text-caution">Nothing of this code can be used.</p>}
      {markup && (
        <pre className="max-h-32 overflow-auto border border-rule bg-wash p-2 font-mono whitespace-pre-wrap wrap-anywhere">
          {markup}
        </pre>
      )}
      {pushes > 0 && (
        <p>{pushes === 1 ? '1 AdSense unit is filled.' : `${pushes} AdSense units are filled.`}</p>
      )}
      <Lines title="Scripts that are loaded" lines={scripts} />
      <Lines
        title="Hosts that pages may then load from"
        lines={hosts}
        isInOneRow
        note="Readers’ browsers let ads load scripts, frames and images from these, and from no others."
      />
      <Lines title="Left out" lines={leftOut} />
    </div>
  )
}

type LinesProps = { title: string; lines: readonly string[]; note?: ReactNode; isInOneRow?: boolean }

function Lines({ title, lines, note, isInOneRow = false }: LinesProps) {
  if (lines.length === 0) return null
  return (
    <div>
      <p className="font-semibold">{title}</p>
      <ul className={`wrap-anywhere ${isInOneRow ? 'flex flex-wrap gap-x-3 font-mono' : 'list-disc ps-5'}`}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {note && <p className="text-muted">{note}</p>}
    </div>
  )
}
