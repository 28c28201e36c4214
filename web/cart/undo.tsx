import { useLingui } from '@lingui/react'
import { useEffect, useRef } from 'react'
import { counted } from '#web/languages/counted.ts'
import { Button } from '#web/ui/button.tsx'
import { toLineInput, writeLine } from './checkout/checkout-address.ts'
import type { RemovedLine } from './edit-cart.ts'

interface UndoProps {
  removed: readonly RemovedLine[]
  onUndo: (removed: readonly RemovedLine[]) => void
}

/** The line just removed, with an undo button. It stays until the page is left. */
export function Undo({ removed, onUndo }: UndoProps) {
  const { i18n } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  // A keyboard user who pressed Remove has the focus at the line's former position.
  useEffect(() => form.current?.querySelector('button')?.focus(), [])
  const [first] = removed
  if (!first) return null
  const what =
    removed.length === 1
      ? first.item.name
      : counted(i18n, removed.length, { one: /*i18n*/ '{count} product', many: /*i18n*/ '{count} products' })
  return (
    <form
      ref={form}
      method="post"
      action="/cart"
      onSubmit={(event) => {
        event.preventDefault()
        onUndo(removed)
      }}
      className="flex items-center justify-between gap-4"
    >
      {removed.map(({ item }) => (
        <input key={item.productId} type="hidden" name="line" value={writeLine(toLineInput(item))} />
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
