import type { Editor } from '@tiptap/react'
import { type ClipboardEvent, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { Select } from '#ui/admin/forms/Select.tsx'
import { TextArea } from '#ui/admin/forms/TextArea.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { chartHtml } from '../rules/chart.ts'
import { CHART_LIMITS, tableText } from '../rules/chart-data.ts'
import { chartForm, chartFormOf, EMPTY_CHART, readChart } from '../rules/chart-form.ts'
import type { Chart } from '../rules/draw-chart.ts'
import { figureAt, insertBlocks } from '../rules/edit-blocks.ts'
import { readTable, swapRowsAndColumns } from '../rules/read-table.ts'

type Props = {
  editor: Editor
  /** Changes the chart at the caret. */
  isExisting: boolean
  onClose: () => void
}

const tableHelp = () =>
  phrase(
    'Paste from a spreadsheet. The first row names the series and the first column the rows: up to {rows} rows and {series} series. Leave a cell empty if there is no value.',
    { rows: CHART_LIMITS.rows, series: CHART_LIMITS.series },
  )

/** Asks for the table and the texts of a chart, and shows the chart while one types. */
export function ChartDialog({ editor, isExisting, onClose }: Props) {
  const [existing] = useState(() => (isExisting ? (chartAt(editor)?.node.attrs as Chart) : undefined))
  const { unsent, ...form } = useUnsentForm(chartForm, {
    name: existing ? `changed-chart:${existing.title}` : 'chart',
    defaultValues: existing ? chartFormOf(existing) : EMPTY_CHART,
  })
  const { kind, table, title, description, source } = form.watch()
  const { chart, problem } = useMemo(
    () => readChart({ kind, table, title, description, source }),
    [kind, table, title, description, source],
  )
  const setTable = (text: string) => form.setValue('table', text, { shouldDirty: true, shouldValidate: true })

  /** Spreadsheets and pages offer a table as HTML; some have no tabs in the text that they offer beside it. */
  function pasteTable(event: ClipboardEvent) {
    const html = event.clipboardData.getData('text/html')
    if (!/<table[\s>]/i.test(html) || event.clipboardData.getData('text/plain').includes('\t')) return
    try {
      setTable(tableText(readTable(html)))
      event.preventDefault()
    } catch (error) {
      // The text is pasted instead.
      if (!(error instanceof RangeError)) throw error
    }
  }

  const submit = form.handleSubmit((typed) => {
    const attrs = readChart(typed).chart
    if (!attrs) return
    unsent.end()
    // The caret follows only while the text has the focus.
    flushSync(onClose)
    editor.view.focus()
    const placed = existing && chartAt(editor)
    if (placed) editor.view.dispatch(editor.state.tr.setNodeMarkup(placed.position, undefined, attrs))
    else insertBlocks(editor, [{ type: 'chart', attrs }])
  })

  return (
    <FormDialog
      title={existing ? phrase('Edit Chart') : phrase('Insert Chart')}
      submitLabel={existing ? phrase('Update Chart') : phrase('Insert Chart')}
      unsent={unsent}
      isChanged={form.formState.isDirty}
      isBusy={false}
      isWide
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <TextArea
            label={phrase('Table')}
            required
            isCode
            rows={9}
            wrap="off"
            data-autofocus
            onPaste={pasteTable}
            help={tableHelp()}
            {...form.field('table')}
            error={table || form.formState.isSubmitted ? problem : undefined}
          />
          <Button
            disabled={!chart}
            onClick={() => chart && setTable(tableText(swapRowsAndColumns(chart.cells)))}
          >
            {phrase('Swap Rows and Columns')}
          </Button>
          <Select label={phrase('Type')} {...form.field('kind')}>
            <option value="bar">{phrase('Bars')}</option>
            <option value="column">{phrase('Columns')}</option>
            <option value="line">{phrase('Lines')}</option>
          </Select>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <TextField
            label={phrase('Title')}
            required
            maxLength={CHART_LIMITS.title}
            {...form.field('title')}
          />
          <TextField
            label={phrase('Description')}
            maxLength={CHART_LIMITS.description}
            help={phrase('Describe the data and its unit. Screen readers read it, too.')}
            {...form.field('description')}
          />
          <TextField label={phrase('Source')} maxLength={CHART_LIMITS.source} {...form.field('source')} />
        </div>
      </div>
      {chart && (
        <section aria-label={phrase('Preview')} className="border border-rule p-3">
          <div
            className="prose max-w-none"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: its texts are escaped
            dangerouslySetInnerHTML={{ __html: chartHtml(chart) }}
          />
        </section>
      )}
    </FormDialog>
  )
}

function chartAt({ state }: Editor) {
  const placed = figureAt(state)
  return placed?.node.type.name === 'chart' ? placed : undefined
}
