import { Images, X } from 'lucide-react'
import { useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { uploadMediaPath, uploadNameOf } from '../rules/variant.ts'
import { ChooseFileDialog } from './ChooseFileDialog.tsx'

type Props = {
  label: string
  help: string
  ratio: '1:1' | '3:2'
  /** The permanent address of the image, or empty. */
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

/** Chooses an image of the library, and shows its crop. */
export function LibraryImageField({ label, help, ratio, value, error, onChange }: Props) {
  const [isChoosing, setIsChoosing] = useState(false)
  const upload = uploadNameOf(value)
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-13 font-semibold">{label}</legend>
      <div className="flex flex-wrap items-center gap-3">
        {upload && (
          <img
            src={uploadMediaPath({ upload, ratio, width: 320, format: 'webp' })}
            alt={phrase('Preview')}
            width={96}
            height={ratio === '1:1' ? 96 : 64}
            className={`w-24 bg-wash object-cover ${ratio === '1:1' ? 'aspect-square rounded-full' : 'aspect-3/2'}`}
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button aria-haspopup="dialog" onClick={() => setIsChoosing(true)}>
            <Images aria-hidden size={16} />
            {upload ? phrase('Change Image') : phrase('Choose Image')}
          </Button>
          {upload && (
            <Button aria-label={phrase('Remove the image')} onClick={() => onChange('')}>
              <X aria-hidden size={16} />
              {phrase('Remove')}
            </Button>
          )}
        </div>
      </div>
      <p className="text-13 text-muted">{help}</p>
      <p role="alert" className="text-13 font-semibold text-danger empty:hidden">
        {error}
      </p>
      {isChoosing && (
        <ChooseFileDialog
          onChoose={([image]) => {
            setIsChoosing(false)
            if (image) onChange(image.src)
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </fieldset>
  )
}
