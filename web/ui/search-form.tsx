import { type FormEvent, useLayoutEffect, useRef } from 'react'
import { Form, type FormProps, useLocation, useSubmit } from 'react-router'

type SearchFormProps = Omit<FormProps, 'method' | 'onSubmit' | 'action' | 'ref'> & {
  /** Where the search leads, with its hash; this page by default. */
  action?: string
}

/** A plain form whose state is the address. Empty fields are left out of it (without scripts, by the server). */
export function SearchForm({ action, preventScrollReset, ...form }: SearchFormProps) {
  const { pathname } = useLocation()
  const submit = useSubmit()
  const ref = useFollowedAddress()
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
 * Fields follow the address when it changes, but for what somebody has chosen meanwhile: on a slow line the next choice is made while the last one loads.
 */
function useFollowedAddress() {
  const ref = useRef<HTMLFormElement>(null)
  const told = useRef(new WeakMap<Element, string>())
  useLayoutEffect(() => {
    for (const field of ref.current?.elements ?? []) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
      const now = toldOf(field)
      const before = told.current.get(field) ?? now
      told.current.set(field, now)
      if (before !== now && field.value === before) field.value = now
    }
  })
  return ref
}

/** What the address says of a field. React keeps the default of an input in the document, but not that of a list (`SelectField` notes it). */
function toldOf(field: HTMLInputElement | HTMLSelectElement): string {
  return field instanceof HTMLInputElement ? field.defaultValue : (field.dataset.told ?? '')
}
