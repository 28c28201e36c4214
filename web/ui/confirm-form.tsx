import { useLingui } from '@lingui/react'
import { type ReactNode, useId, useRef } from 'react'
import { Form } from 'react-router'
import { Button, buttonClass } from './button.tsx'

interface ConfirmFormProps {
  /** The content of the button that asks. */
  children: ReactNode
  /** The button's style; a small icon button needs `label` too. */
  className?: string
  label?: string
  /** The question, to the letter. */
  question: string
  /** What happens next, in one sentence. */
  detail?: ReactNode
  /** The verb: "Delete deal". */
  confirmLabel: string
  cancelLabel?: string
  /** Fields to fill or choose from, below the question. */
  choice?: ReactNode
  /** Sent as hidden fields by POST, to this page unless `action` says otherwise. */
  fields: Readonly<Record<string, string>>
  action?: string
}

/** A form that asks for confirmation. The question is a native popover, so it works without scripts too. */
export function ConfirmForm(props: ConfirmFormProps) {
  const { children, className, label, question, detail, confirmLabel, cancelLabel, fields, action, choice } = props
  const { i18n } = useLingui()
  const id = useId()
  const box = useRef<HTMLDialogElement>(null)
  const keep = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button type="button" popoverTarget={id} className={className} aria-label={label} title={label}>
        {children}
      </button>
      <dialog
        ref={box}
        id={id}
        popover="auto"
        aria-labelledby={`${id}-question`}
        onToggle={(event) => event.newState === 'open' && keep.current?.focus()}
        className="dialog text-left whitespace-normal"
      >
        <div className="p-5">
          <h2 id={`${id}-question`} className="text-22">
            {question}
          </h2>
          {detail && <p className="mt-2">{detail}</p>}
          <Form
            method="post"
            {...(action && { action })}
            preventScrollReset
            onSubmit={() => box.current?.hidePopover()}
            className="mt-5 flex flex-wrap justify-end gap-3"
          >
            {choice && <div className="w-full">{choice}</div>}
            {Object.entries(fields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <button
              ref={keep}
              type="button"
              popoverTarget={id}
              popoverTargetAction="hide"
              className={buttonClass({ tone: 'plain' })}
            >
              {cancelLabel ?? i18n.t('Keep it')}
            </button>
            <Button tone="danger">{confirmLabel}</Button>
          </Form>
        </div>
      </dialog>
    </>
  )
}
