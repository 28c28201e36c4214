interface ProgressProps {
  label: string
  /** 0 to 100; above that the bar is full and the text states the value. */
  percent: number
  /** Shown instead of "42%". */
  valueText?: string
}

/** A progress bar with its label and value. */
export function Progress({ label, percent, valueText }: ProgressProps) {
  const shown = Math.max(0, Math.min(100, percent))
  return (
    <div className="grid gap-1">
      <div className="flex justify-between gap-4 text-14">
        <span aria-hidden>{label}</span>
        <span aria-hidden className="font-semibold tabular-nums">
          {valueText ?? `${Math.round(percent)}%`}
        </span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={Math.round(shown)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={valueText ?? `${Math.round(percent)}%`}
        className="h-2.5 overflow-hidden rounded-chip border border-field bg-card"
      >
        <div className="h-full bg-leaf transition-[width] ease-out" style={{ width: `${shown}%` }} />
      </div>
    </div>
  )
}
