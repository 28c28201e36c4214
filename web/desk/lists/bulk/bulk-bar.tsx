import { useEffect, useRef, useState } from 'react'
import { Form, useSearchParams } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { plural } from '#web/ui/format.ts'
import { useHydrated } from '#web/ui/hydrated.ts'
import type { BulkList } from './bulk-act.ts'

/** The acts that a list offers for its selected rows. */
export interface BulkOffer {
  /** The page that says what an act will do. */
  path: string
  acts: readonly { name: string; label: string }[]
}

/** `names`: the acts that this view of the list offers; by default all. */
export const bulkOffer = (
  path: string,
  { acts }: BulkList,
  names: readonly string[] = Object.keys(acts),
): BulkOffer => ({
  path,
  acts: names.map((name) => ({ name, label: acts[name]?.label ?? name })),
})

/** A row's checkbox, which belongs to the form of the bar. */
export function SelectRow({ form, id, name }: { form: string; id: string; name: string }) {
  return (
    <label className="grid size-11 cursor-pointer place-items-center">
      <input type="checkbox" name="row" value={id} form={form} className="size-5" />
      <span className="sr-only">Select {name}</span>
    </label>
  )
}

/**
 * The acts for the selected rows. Its form leads to a page that says what will happen, so that it works without
 * scripts; scripts count, and select all rows of the page.
 */
export function BulkBar({ id, offer: { path, acts } }: { id: string; offer: BulkOffer }) {
  const [params] = useSearchParams()
  const hasScripts = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const all = useRef<HTMLInputElement>(null)
  const [selected, setSelected] = useState(0)
  useEffect(() => {
    const count = () => {
      const rows = rowsOf(form.current)
      const chosen = rows.filter((row) => row.checked).length
      setSelected(chosen)
      if (!all.current) return
      all.current.checked = chosen > 0 && chosen === rows.length
      all.current.indeterminate = chosen > 0 && chosen < rows.length
    }
    count()
    document.addEventListener('change', count)
    return () => document.removeEventListener('change', count)
  })
  return (
    <Form
      ref={form}
      id={id}
      method="get"
      action={path}
      className={cx(
        'mt-3 flex flex-wrap items-center gap-x-5 gap-y-2',
        // In view while rows are selected.
        selected > 0 && 'sticky bottom-0 z-10 rounded-card border border-field bg-card p-3',
      )}
    >
      <input type="hidden" name="list" value={params.toString()} />
      {hasScripts && (
        <label className="inline-flex min-h-11 items-center gap-2">
          <input
            ref={all}
            type="checkbox"
            className="size-5"
            onChange={({ target: { checked } }) => {
              for (const row of rowsOf(form.current)) row.checked = checked
            }}
          />
          Select all on this page
        </label>
      )}
      <p role="status" className={cx('text-14 text-soft', !hasScripts && 'sr-only')}>
        {selected > 0 && `${plural(selected, 'row')} selected`}
      </p>
      <div className="flex flex-wrap gap-2">
        {acts.map(({ name, label }) => (
          <Button key={name} name="act" value={name} tone="plain" size="small" disabled={hasScripts && selected === 0}>
            {label}
          </Button>
        ))}
      </div>
    </Form>
  )
}

const rowsOf = (form: HTMLFormElement | null): HTMLInputElement[] =>
  [...(form?.elements ?? [])].filter(
    (field): field is HTMLInputElement => field instanceof HTMLInputElement && field.name === 'row',
  )
