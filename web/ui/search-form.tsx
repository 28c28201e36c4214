import type { FormEvent } from 'react'
import { Form, type FormProps, useLocation, useSubmit } from 'react-router'

type SearchFormProps = Omit<FormProps, 'method' | 'onSubmit' | 'action'> & {
  /** Where the search leads, with its hash; this page by default. */
  action?: string
}

/** A plain form whose state is the address. Empty fields are left out of it (without scripts, by the server). */
export function SearchForm({ action, preventScrollReset, ...form }: SearchFormProps) {
  const { pathname } = useLocation()
  const submit = useSubmit()
  const to = action ?? pathname
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = [...new FormData(event.currentTarget)].filter(([, value]) => value !== '')
    void submit(new URLSearchParams(chosen as [string, string][]), {
      method: 'get',
      action: to,
      ...(preventScrollReset && { preventScrollReset }),
    })
  }
  return <Form {...form} method="get" action={to} onSubmit={search} />
}
