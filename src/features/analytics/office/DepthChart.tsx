import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { axisLabel } from './axis-label.ts'

/** How many readings ended in each quarter of an article. */
export function DepthChart({ quarters }: { quarters: readonly { label: string; reads: number }[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...quarters]}
        margin={{ top: 20, right: 16, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid stroke="var(--color-rule)" vertical={false} />
        <XAxis
          dataKey="label"
          interval={0}
          tickFormatter={(label: string) => label.replace(' to ', '–')}
          tick={{ fill: 'var(--color-muted)', fontSize: 12 }}
          stroke="var(--color-rule)"
        />
        <YAxis
          allowDecimals={false}
          width={48}
          tickFormatter={axisLabel}
          tick={{ fill: 'var(--color-muted)', fontSize: 12 }}
          stroke="var(--color-rule)"
        />
        <Bar dataKey="reads" fill="var(--color-ink)" maxBarSize={72} isAnimationActive={false}>
          <LabelList
            dataKey="reads"
            position="top"
            fill="var(--color-ink)"
            fontSize={12}
            formatter={(reads) => Number(reads).toLocaleString('en-GB')}
          />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  )
}
