import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { plural } from '#web/ui/format.ts'
import { lineOfItem, writeLine } from './checkout-address.ts'
import type { TakenOut } from './store.ts'

interface UndoProps {
  taken: readonly TakenOut[]
  onUndo: (taken: readonly TakenOut[]) => void
}

/** What was just taken out, with the way back beside it. It stays as long as the page: nobody has to hurry. */
export function Undo({ taken, onUndo }: UndoProps) {
  const form = useRef<HTMLFormElement>(null)
  // Whoever pressed Remove by keyboard is where the line was.
  useEffect(() => form.current?.querySelector('button')?.focus(), [])
  const [first] = taken
  if (!first) return null
  const what = taken.length === 1 ? first.item.name : plural(taken.length, 'product')
  return (
    <form
      ref={form}
      method="post"
      action="/cart"
      onSubmit={(event) => {
        event.preventDefault()
        onUndo(taken)
      }}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
    >
      {taken.map(({ item }) => (
        <input key={item.productId} type="hidden" name="line" value={writeLine(lineOfItem(item))} />
      ))}
      <p role="status" className="min-w-0 break-words text-soft">
        Removed: {what}.
      </p>
      <Button name="act" value="put" tone="plain" size="small" aria-label={`Undo: put ${what} back`}>
        Undo
      </Button>
    </form>
  )
}
