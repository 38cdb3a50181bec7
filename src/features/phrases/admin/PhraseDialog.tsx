import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { SaveDialog } from '#ui/admin/forms/SaveDialog.tsx'
import { TextArea } from '#ui/admin/forms/TextArea.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showToast } from '#ui/toast.ts'
import { phraseErrors, phrasesQuery, savePhraseFailure, savePhraseFn } from '../phrases.functions.ts'
import {
  categoriesOf,
  checkForm,
  FREQUENT_COUNTS,
  normaliseForms,
  type PhraseForms,
  type PhraseKey,
  PLURAL_CATEGORIES,
  type PluralCategory,
  placeholdersOf,
} from '../rules/phrase-forms.ts'
import type { PhraseEntry } from '../server/phrases.server.ts'

type Fields = Record<PluralCategory, string>

const noForms = Object.fromEntries(PLURAL_CATEGORIES.map((category) => [category, ''])) as Fields

function schemaOf(phrase: PhraseKey, language: string) {
  return z.record(z.enum(PLURAL_CATEGORIES), z.string()).check(({ value, issues }) => {
    for (const [category, text] of Object.entries(normaliseForms(phrase, value, language))) {
      const message = checkForm(phrase, category as PluralCategory, text)
      if (message) issues.push({ code: 'custom', message, path: [category], input: text })
    }
  })
}

type Props = { entry: PhraseEntry; language: string; onClose: () => void }

export function PhraseDialog({ entry, language, onClose }: Props) {
  const { english, isPlural, supplied, replaced } = entry
  const queryClient = useQueryClient()
  const form = useUnsentForm<Fields>(schemaOf(entry, language), {
    name: `phrase:${language}:${english}`,
    defaultValues: { ...noForms, ...supplied, ...replaced },
  })
  const mutation = useCancellableMutation({
    mutationFn: (forms: PhraseForms, signal) => savePhraseFn({ data: { language, english, forms }, signal }),
    onSuccess(outcome) {
      if (outcome.kind === 'invalid') return form.showErrors(outcome.errors)
      if (outcome.kind !== 'saved') return form.showErrors({ other: phraseErrors()[outcome.kind] })
      void queryClient.invalidateQueries({ queryKey: phrasesQuery.queryKey })
      void showToast({ title: phrase('Phrase saved') })
      form.unsent.end()
      onClose()
    },
  })
  const placeholders = placeholdersOf(english)
  return (
    <SaveDialog
      title={phrase('Edit phrase')}
      submitLabel={phrase('Save Phrase')}
      form={form}
      mutation={mutation}
      failure={savePhraseFailure()}
      onClose={onClose}
    >
      <p className="text-14 wrap-anywhere">
        <span className="block text-13 text-muted">
          {isPlural ? phrase('English plural') : phrase('English')}
        </span>
        <bdi lang="en">{english}</bdi>
      </p>
      {placeholders.length > 0 && (
        <p className="text-13 text-muted">
          {phraseParts('Keep {placeholders}: a value is shown there.', {
            placeholders: <bdi key="placeholders">{placeholders.join(', ')}</bdi>,
          })}
        </p>
      )}
      {categoriesOf(entry, language).map((category, index) => (
        <TextArea
          key={category}
          label={isPlural ? describeForm(category, language) : phrase('Text')}
          rows={2}
          required
          dir="auto"
          lang={language}
          {...(index === 0 && { 'data-autofocus': true })}
          {...form.field(category)}
        />
      ))}
    </SaveDialog>
  )
}

/** "Text for 1", or "Text for 3, 4, 5 …": the first numbers of the form. */
function describeForm(category: PluralCategory, language: string): string {
  const rules = new Intl.PluralRules(language)
  const numbers = FREQUENT_COUNTS.filter((count) => rules.select(count) === category)
  const first = numbers.slice(0, 3).join(', ')
  return phrase('Text for {numbers}', { numbers: numbers.length > 3 ? `${first} …` : first })
}
