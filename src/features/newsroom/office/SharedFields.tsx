import type { ComponentProps } from 'react'
import type * as Y from 'yjs'
import { TextArea } from '#ui/office/TextArea.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import type { TextField as TextName } from '../rules/draft-document.ts'
import { useSharedText } from './useSharedText.ts'

type Shared<Props> = Omit<Props, 'value' | 'onChange' | 'ref' | 'name'> & { doc: Y.Doc; field: TextName }

/** A labelled input for a text that several people edit. */
export function SharedTextField({ doc, field, ...props }: Shared<ComponentProps<typeof TextField>>) {
  return <TextField {...props} {...useSharedText<HTMLInputElement>(doc, field)} />
}

/** A labelled text area for a text that several people edit. */
export function SharedTextArea({ doc, field, ...props }: Shared<ComponentProps<typeof TextArea>>) {
  return <TextArea {...props} {...useSharedText<HTMLTextAreaElement>(doc, field)} />
}
