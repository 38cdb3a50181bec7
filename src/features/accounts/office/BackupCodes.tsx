import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/office/Button.tsx'

type Props = { codes: string[]; onDone: () => void }

/** The backup codes, which are shown this once. */
export function BackupCodes({ codes, onDone }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="flex flex-col gap-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold">
        Your backup codes
      </h3>
      <p>
        Each signs you in once when your phone is not at hand. They are not shown again: keep them where only
        you find them.
      </p>
      <ul
        aria-label="Backup codes"
        className="grid grid-cols-2 gap-x-6 gap-y-1 border border-rule bg-wash p-3 sm:grid-cols-3"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <a
          className="office-button"
          download="backup-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`}
        >
          <Download aria-hidden size={16} /> Download
        </a>
        <Button variant="primary" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  )
}
