import { randomUUID } from 'node:crypto'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { exportArticle } from '#features/publishing/server/export-article.server.ts'
import { findDraft } from '#features/publishing/server/find-draft.server.ts'
import { publishDraft } from '#features/publishing/server/publish-draft.server.ts'
import { withdrawArticle } from '#features/publishing/server/withdraw-article.server.ts'
import { isUuid } from '#kernel/uuid.ts'
import { type DatabaseCommand, parseArguments, print, printError, UsageError } from './command.ts'

export function parseArticlesPublish(argv: string[]): DatabaseCommand {
  const { operand, values } = parseArguments(argv, 'articles publish ID [--minor]', {
    minor: { type: 'boolean', default: false },
  })
  const id = parseId(operand)
  return async (db) => {
    const draft = await findDraft(db, id)
    if (!draft) return printError(`Article not found: ${id}.`, 1)
    const { form, formHash } = draft
    const updateKind = values.minor ? 'minor' : 'update'
    const request = { publicationId: randomUUID(), id, base: { formHash }, updateKind } as const
    const outcome = await publishDraft(db, COMMAND_LINE_ACTOR, request, new Date())
    if (outcome.kind === 'refused') return printError(outcome.reasons.join('\n'), 1)
    if (outcome.kind !== 'published')
      return printError('The article was changed in the meantime. Try again.', 1)
    print(`Published "${form.title}", revision ${outcome.revision}.`)
    return 0
  }
}

export function parseArticlesWithdraw(argv: string[]): DatabaseCommand {
  const { operand, values } = parseArguments(argv, 'articles withdraw ID [--reason TEXT]', {
    reason: { type: 'string', default: '' },
  })
  const id = parseId(operand)
  return async (db) => {
    const draft = await findDraft(db, id)
    const request = { publicationId: randomUUID(), id, reason: values.reason.trim() }
    const outcome = await withdrawArticle(db, COMMAND_LINE_ACTOR, request, new Date())
    if (!draft || outcome.kind === 'gone') return printError(`Article not found: ${id}.`, 1)
    if (outcome.kind === 'refused') return printError(outcome.reasons.join('\n'), 1)
    print(`Withdrew "${draft.form.title}". To publish it again: masthead articles publish ${id}`)
    return 0
  }
}

/** Prints JSON with revisions, publications and corrections. */
export function parseArticlesExport(argv: string[]): DatabaseCommand {
  const { operand } = parseArguments(argv, 'articles export ID', {})
  const id = parseId(operand)
  return async (db) => {
    const exported = await exportArticle(db, id)
    if (!exported) return printError(`Article not found: ${id}.`, 1)
    print(JSON.stringify(exported, null, 2))
    return 0
  }
}

function parseId(text: string): string {
  const id = text.toLowerCase()
  if (!isUuid(id)) throw new UsageError(`"${text}" is not the id of an article.`)
  return id
}
