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
import {
  ARTICLE_FIELDS,
  type ArticleForm,
  articleFormSchema,
  draftFormSchema,
  isDifferent,
} from '../rules/article-form.ts'
import { type StoredChanges, storedChangesSchema } from '../rules/stored-changes.ts'
import type { Draft } from '../server/find-draft.server.ts'
import { failureMessage, type SaveAction, type SaveOutcome, sendSave, successToast } from './send-save.ts'

/** `version` is null for a new article. */
export type BaseArticle = { id: string; form: ArticleForm; version: string | null } & Partial<
  Pick<Draft, 'feed' | 'image'>
>

/** A version stored by another editor. */
export type OtherVersion = { form: ArticleForm; version: string }

export type SaveFailure =
  | { kind: 'failed' | 'signed-out' | 'gone'; action: SaveAction }
  | { kind: 'refused'; reasons: string[] }

type Conflict = OtherVersion & { action: SaveAction }

type Options = {
  initial: BaseArticle
  stored: Draft | null | undefined
  /** Called when the draft is stored and the editor stays open. */
  onStored: (id: string) => void
  onPublished: () => void
}

/** Manages the form, unsaved changes, saving and conflicts of the article editor. */
export function useArticleEditor({ initial, stored, onStored, onPublished }: Options) {
  const queryClient = useQueryClient()
  // Unsaved changes belong to the account that typed them.
  const [owner] = useState(() => queryClient.getQueryData(accountQuery.queryKey)?.id)
  const [base, setBase] = useState(initial)
  const subject = `article:${owner}:${base.version === null ? 'new' : base.id}`
  // Remounts uncontrolled inputs.
  const [fillCount, setFillCount] = useState(0)
  const [conflict, setConflict] = useState<Conflict>()
  const [failure, setFailure] = useState<SaveFailure>()
  const [saving, setSaving] = useState<SaveAction['kind']>()
  const isSavingNow = useRef(false)
  // A retry of the same request has the same id, so that it does not publish twice.
  const request = useRef<{ id: string; key: string }>(undefined)
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

  async function save(action: SaveAction, content: ArticleForm, on: BaseArticle) {
    if (isSavingNow.current) return
    isSavingNow.current = true
    setSaving(action.kind)
    setFailure(undefined)
    const key = JSON.stringify([action, content])
    if (request.current?.key !== key) request.current = { id: crypto.randomUUID(), key }
    try {
      const outcome = await sendSave(action, { requestId: request.current.id, ...on, form: content })
      request.current = undefined
      await handle(outcome, action, content, on)
    } catch (error) {
      const isSignedOut = isSignedOutError(error)
      setFailure({ kind: isSignedOut ? 'signed-out' : 'failed', action })
      // Opens the sign-in dialog now, not at the next check of the session.
      if (isSignedOut) refreshSession()
      showFailure(error, failureMessage(action))
    } finally {
      isSavingNow.current = false
      setSaving(undefined)
    }
  }

  async function handle(outcome: SaveOutcome, action: SaveAction, content: ArticleForm, on: BaseArticle) {
    if (outcome.kind === 'conflict')
      return setConflict({ form: outcome.theirs, version: outcome.version, action })
    if (outcome.kind === 'outdated')
      return setFailure({
        kind: 'refused',
        reasons: ['Someone else has saved this article. Read their version first.'],
      })
    if (outcome.kind === 'gone') return setFailure({ kind: 'gone', action })
    if (outcome.kind === 'refused') return setFailure({ kind: 'refused', reasons: outcome.reasons })
    if (outcome.kind === 'published') drafts.end()
    setConflict(undefined)
    // Update the session state before the screen checks the account.
    if (failure?.kind === 'signed-out')
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    void queryClient.invalidateQueries({ queryKey: ['admin', 'articles'] })
    void showToast(successToast(action, outcome))
    if (outcome.kind === 'published') return onPublished()
    setBase({ ...on, form: content, version: outcome.version })
    onStored(on.id)
  }

  /** Only a publication needs complete fields. */
  function submit(action: SaveAction, on: BaseArticle = base) {
    if (action.kind === 'publish') return form.handleSubmit((content) => save(action, content, on))()
    const content = form.getValues()
    const parsed = draftFormSchema.safeParse(content)
    if (parsed.success) {
      form.clearErrors()
      return save(action, content, on)
    }
    form.showErrors(
      Object.fromEntries(parsed.error.issues.toReversed().map(({ path, message }) => [path[0], message])),
    )
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
    /** The action under way. */
    saving,
    failure,
    conflict,
    drafts,
    newer: isOutdated && isChanged ? stored : undefined,
    submit,
    /** Calls `next` if all fields are valid for publication, and otherwise shows the errors. */
    validate: (next: () => void) => form.handleSubmit(next)(),
    /** For an article that was deleted in the meantime. */
    saveAsNew: (action: SaveAction) => submit(action, { ...base, version: null }),
    compare: (other: OtherVersion) => setConflict({ ...other, action: { kind: 'save' } }),
    closeComparison: () => setConflict(undefined),
    saveMerged(merged: ArticleForm, { form: theirs, version, action }: Conflict) {
      const next = { ...base, form: theirs, version }
      fill(next, merged)
      setConflict(undefined)
      return submit(action, next)
    },
    restoreDraft(draft: StoredDraft<StoredChanges>) {
      drafts.adopt(draft)
      fill({ ...base, id: draft.id, form: draft.base, version: draft.version }, draft.form)
    },
  }
}

export type ArticleEditorState = ReturnType<typeof useArticleEditor>
