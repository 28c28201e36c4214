import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'

const LOOK = buttonClass({ tone: 'quiet', size: 'small' })

/** A row's buttons, right-aligned. They never wrap, because the table scrolls. */
export function RowTools({ children }: { children: ReactNode }) {
  return <div className="flex justify-end whitespace-nowrap">{children}</div>
}

export function EditTool({ to, name }: { to: string; name: string }) {
  return (
    <Link to={to} className={LOOK}>
      Edit <span className="sr-only">{name}</span>
    </Link>
  )
}

export interface DeleteToolProps {
  id: string
  name: string
  question: string
  detail: string
  confirmLabel: string
}

export function DeleteTool({ id, name, ...texts }: DeleteToolProps) {
  return (
    <ConfirmForm {...texts} fields={{ intent: 'delete', id }} className={LOOK} label={`Delete ${name}`}>
      Delete
    </ConfirmForm>
  )
}

/** Undoes a soft delete. */
export function RestoreTool({ id, name }: { id: string; name: string }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <button type="submit" name="intent" value="restore" className={LOOK}>
        Put back <span className="sr-only">{name}</span>
      </button>
    </Form>
  )
}
