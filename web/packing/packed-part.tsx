import { Progress } from '#web/ui/facts/progress.tsx'
import { unitsText } from './packing-texts.ts'
import type { Batch } from './rows.ts'

/** How much of a batch, or of a day, is packed. */
export function PackedPart({ batch: { packed_units: packed, units, unit } }: { batch: Batch }) {
  return (
    <div className="mb-5 max-w-measure">
      <Progress
        label="Packed"
        percent={(packed * 100) / Math.max(1, units)}
        valueText={`${unitsText(packed, unit)} of ${unitsText(units, unit)}`}
      />
    </div>
  )
}
