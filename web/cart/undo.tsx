import { useLingui } from '@lingui/react'
import { useEffect, useRef } from 'react'
import { counted } from '#web/languages/counted.ts'
import { Button } from '#web/ui/button.tsx'
import type { RemovedLine } from './edit-cart.ts'
import { lineOfItem, writeLine } from './checkout-address.ts'

interface UndoProps {
  taken: readonly RemovedLine[]
  onUndo: (taken: readonly RemovedLine[]) => void
}

/** What was just removed, with an undo button. It stays until the page is left. */
export function Undo({ taken, onUndo }: UndoProps) {
  const { i18n } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  // A keyboard user who pressed Remove has the focus at the line's former position.
  useEffect(() => form.current?.querySelector('button')?.focus(), [])
  const [first] = taken
  if (!first) return null
  const what =
    taken.length === 1
      ? first.item.name
      : counted(i18n, taken.length, { one: /*i18n*/ '{count} product', many: /*i18n*/ '{count} products' })
  return (
    <form
      ref={form}
      method="post"
      action="/cart"
      onSubmit={(event) => {
        event.preventDefault()
        onUndo(taken)
      }}
      className="flex items-center justify-between gap-4"
    >
      {taken.map(({ item }) => (
        <input key={item.productId} type="hidden" name="line" value={writeLine(lineOfItem(item))} />
      ))}
      <p role="status" className="min-w-0 break-words text-soft">
        {i18n.t('Removed: {what}.', { what })}
      </p>
      <Button name="act" value="put" tone="plain" size="small" aria-label={i18n.t('Undo: put {what} back', { what })}>
        {i18n.t('Undo')}
      </Button>
    </form>
  )
}
