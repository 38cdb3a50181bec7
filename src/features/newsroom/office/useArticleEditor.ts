import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { refreshSession } from '#features/accounts/office/auth-client.ts'
import { isSignedOutError } from '#features/accounts/rules/access.ts'
import { accountQuery } from '#features/accounts/session.functions.ts'
import type { StoredDraft } from '#ui/office/stored-drafts.ts'
import { useDrafts } from '#ui/office/useDrafts.ts'
import { useZodForm } from '#ui/office/useZodForm.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { publishDraftFn } from '../newsroom.functions.ts'
import { ARTICLE_FIELDS, type ArticleForm, articleFormSchema, isDifferent } from '../rules/article-form.ts'
import { type StoredChanges, storedChangesSchema } from '../rules/stored-changes.ts'
import type { Draft } from '../server/find-draft.server.ts'
import type { PublishOutcome } from '../server/publish-draft.server.ts'

/** `version` is null for a new article. */
export type BaseArticle = { id: string; form: ArticleForm; version: string | null } & Partial<
  Pick<Draft, 'feed' | 'image'>
>

/** A version stored by another editor. */
export type OtherVersion = { form: ArticleForm; version: string }

export type SaveFailure = 'failed' | 'signed-out' | 'gone'

type Options = { initial: BaseArticle; stored?: Draft | null; onSaved: () => void }

/** Manages the form, draft, saving and conflicts of the article editor. */
export function useArticleEditor({ initial, stored, onSaved }: Options) {
  const queryClient = useQueryClient()
  // A draft belongs to the account that typed it.
  const [owner] = useState(() => queryClient.getQueryData(accountQuery.queryKey)?.id)
  const subject = `article:${owner}:${initial.version === null ? 'new' : initial.id}`
  const [base, setBase] = useState(initial)
  // Remounts uncontrolled inputs.
  const [fillCount, setFillCount] = useState(0)
  const [conflict, setConflict] = useState<OtherVersion>()
  const [failure, setFailure] = useState<SaveFailure>()
  const [isSaving, setIsSaving] = useState(false)
  const isSavingNow = useRef(false)
  const form = useZodForm(articleFormSchema, { defaultValues: initial.form })
  const [values, setValues] = useState(initial.form)
  const { subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => setValues({ ...values }) }),
    [subscribe],
  )
  const isChanged = isDifferent(values, base.form)

  const changes = useMemo(
    () =>
      isDifferent(values, base.form)
        ? { id: base.id, base: base.form, version: base.version, form: values }
        : null,
    [values, base],
  )
  const drafts = useDrafts({
    subject,
    schema: storedChangesSchema,
    changes,
    isUsable: (draft) => isDifferent(draft.form, initial.form),
  })

  function fill(next: BaseArticle, content: ArticleForm) {
    setBase(next)
    form.reset(content)
    setValues(content)
    setFillCount((count) => count + 1)
  }

  const isOutdated = stored != null && base.version !== null && stored.version !== base.version
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the stored version is followed
  useEffect(() => {
    if (isOutdated && !isChanged && !isSavingNow.current) fill({ ...base, ...stored }, stored.form)
  }, [isOutdated, isChanged, stored?.version])

  async function save(content: ArticleForm, { id, version }: Pick<BaseArticle, 'id' | 'version'>) {
    if (isSavingNow.current) return
    isSavingNow.current = true
    setIsSaving(true)
    setFailure(undefined)
    const verb = version === null ? 'create' : 'update'
    try {
      const request = {
        publicationId: crypto.randomUUID(),
        id,
        version,
        form: content,
        updateKind: 'update',
      } as const
      await handle(await publishDraftFn({ data: request }), verb)
    } catch (error) {
      const isSignedOut = isSignedOutError(error)
      setFailure(isSignedOut ? 'signed-out' : 'failed')
      // Opens the sign-in dialog now, not at the next check of the session.
      if (isSignedOut) refreshSession()
      showFailure(error, `Failed to ${verb} article`)
    } finally {
      isSavingNow.current = false
      setIsSaving(false)
    }
  }

  async function handle(outcome: PublishOutcome, verb: 'create' | 'update') {
    if (outcome.kind === 'conflict') return setConflict({ form: outcome.theirs, version: outcome.version })
    if (outcome.kind === 'gone') return setFailure('gone')
    if (outcome.kind === 'refused') throw new Error(outcome.reasons.join(' '))
    drafts.end()
    setConflict(undefined)
    // Update the session state before the screen checks the account.
    if (failure === 'signed-out') await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    void queryClient.invalidateQueries({ queryKey: ['admin', 'articles'] })
    void showToast({ title: `Article ${verb}d successfully` })
    onSaved()
  }

  return {
    form,
    values,
    base,
    fillCount,
    isChanged,
    isTextChanged: ARTICLE_FIELDS.some(
      (field) => field !== 'category' && field !== 'isBreaking' && values[field] !== base.form[field],
    ),
    isSaving,
    failure,
    conflict,
    drafts,
    newer: isOutdated && isChanged ? stored : undefined,
    save: form.handleSubmit((content) => save(content, base)),
    /** For an article that was deleted in the meantime. */
    saveAsNew: form.handleSubmit((content) => save(content, { id: base.id, version: null })),
    compare: (other: OtherVersion) => setConflict(other),
    closeComparison: () => setConflict(undefined),
    saveMerged(merged: ArticleForm, other: OtherVersion) {
      const next = { ...base, form: other.form, version: other.version }
      fill(next, merged)
      setConflict(undefined)
      return form.handleSubmit((content) => save(content, next))()
    },
    restoreDraft(draft: StoredDraft<StoredChanges>) {
      drafts.adopt(draft)
      fill({ ...base, id: draft.id, form: draft.base, version: draft.version }, draft.form)
    },
  }
}
