interface PartBar {
  /** "14 March 2026" */
  name: string
  value: number
}

interface PartChartProps {
  title: string
  bars: readonly PartBar[]
  text: (value: number) => string
}

const HEIGHT = 44

/** Small bars without an axis, drawn on the server; a table on the same page has the same figures. */
export function PartChart({ title, bars, text }: PartChartProps) {
  const most = Math.max(0, ...bars.map(({ value }) => value))
  const best = bars.find(({ value }) => value === most)
  const summary = most > 0 && best ? `${title}. Most: ${text(most)}, ${best.name}.` : `${title}. Nothing yet.`
  const step = 320 / bars.length
  const width = Math.max(1, Math.min(step - 2, 20))
  return (
    <svg viewBox={`0 0 320 ${HEIGHT}`} role="img" aria-label={summary} className="mt-2 w-full">
      <line x1={0} x2={320} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} stroke="var(--field)" />
      {bars.map(({ name, value }, at) => {
        const height = most > 0 ? Math.max(value > 0 ? 2 : 0, ((HEIGHT - 4) * value) / most) : 0
        return (
          <rect
            key={name}
            x={at * step + (step - width) / 2}
            y={HEIGHT - 1 - height}
            width={width}
            height={height}
            fill={value === most ? 'var(--oil)' : 'var(--leaf)'}
          >
            <title>{`${name}: ${text(value)}`}</title>
          </rect>
        )
      })}
    </svg>
  )
}
