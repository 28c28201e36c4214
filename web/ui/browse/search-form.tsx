import { type FormEvent, useLayoutEffect, useRef } from 'react'
import { Form, type FormProps, useLocation, useSubmit } from 'react-router'

type SearchFormProps = Omit<FormProps, 'method' | 'onSubmit' | 'action' | 'ref'> & {
  /** The target path, with its hash; this page by default. */
  action?: string
}

/**
 * A GET form whose state is in the URL. Omits empty fields; without scripts the server does
 * (web/lists/without-empty-params.ts).
 */
export function SearchForm({ action, preventScrollReset, ...form }: SearchFormProps) {
  const { pathname } = useLocation()
  const submit = useSubmit()
  const ref = useFieldsFollowAddress()
  const to = action ?? pathname
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = [...new FormData(event.currentTarget)].filter(([, value]) => value !== '')
    event.currentTarget.querySelector<HTMLElement>(':popover-open')?.hidePopover()
    void submit(new URLSearchParams(chosen as [string, string][]), {
      method: 'get',
      action: to,
      ...(preventScrollReset && { preventScrollReset }),
    })
  }
  return <Form {...form} ref={ref} method="get" action={to} onSubmit={search} />
}

/**
 * Updates the fields when the address changes, except those that the user has changed meanwhile: on a slow connection
 * the next filter is chosen while the previous one loads.
 */
function useFieldsFollowAddress() {
  const ref = useRef<HTMLFormElement>(null)
  const previousValues = useRef(new WeakMap<Element, string>())
  useLayoutEffect(() => {
    for (const field of ref.current?.elements ?? []) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
      const now = addressValue(field)
      const before = previousValues.current.get(field) ?? now
      previousValues.current.set(field, now)
      if (before !== now && field.value === before) field.value = now
    }
  })
  return ref
}

/**
 * A field's value in the address. React writes an input's default to the DOM, but not that of a select (`SelectField`
 * adds it).
 */
function addressValue(field: HTMLInputElement | HTMLSelectElement): string {
  return field instanceof HTMLInputElement ? field.defaultValue : (field.dataset.default ?? '')
}
