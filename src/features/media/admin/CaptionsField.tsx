import { Captions, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { FileInput } from '#ui/admin/forms/FileInput.tsx'
import { MAX_CAPTIONS_LENGTH, rewriteCaptions } from '../rules/captions.ts'

type Props = {
  /** WebVTT; empty without captions. */
  value: string
  onChange: (text: string) => void
}

/** Chooses a captions file, and says what was found in it. */
export function CaptionsField({ value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const captions = value ? rewriteCaptions(value) : undefined

  async function read(file: File) {
    // A character has at most four bytes.
    if (file.size > MAX_CAPTIONS_LENGTH * 4) return setError(phrase('The captions file is too long.'))
    const found = rewriteCaptions(await file.text())
    if (found.kind === 'invalid') return setError(found.reason)
    setError(undefined)
    onChange(found.text)
  }

  return (
    <fieldset className="flex min-w-0 flex-col items-start gap-2">
      <legend className="pb-1 text-13 font-semibold">{phrase('Captions')}</legend>
      <p className="text-13 text-muted">
        {captions?.kind === 'captions'
          ? plural(captions.count, '{count} caption', '{count} captions')
          : phrase('A WebVTT (.vtt) or SubRip (.srt) file, for people who cannot hear the video.')}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => input.current?.click()}>
          <Captions aria-hidden size={16} />
          {value ? phrase('Replace Captions') : phrase('Choose Captions File')}
        </Button>
        {value && (
          <Button onClick={() => onChange('')}>
            <X aria-hidden size={16} />
            {phrase('Remove Captions')}
          </Button>
        )}
      </div>
      <FileInput
        ref={input}
        label={phrase('Captions file')}
        accept=".vtt,.srt,text/vtt"
        onChoose={(file) => void read(file)}
      />
      {error && (
        <p role="alert" className="text-13 font-semibold text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
