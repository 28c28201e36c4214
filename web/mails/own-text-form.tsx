import { type FormEvent, useEffect, useState } from 'react'
import { Form } from 'react-router'
import { writeSms } from '#domain/text-messages/templates.ts'
import type { FormResult } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'
import { TextButtons } from './text-buttons.tsx'

interface ShownPlaceholder {
  name: string
  sample: string
  isRequired: boolean
}

interface OwnTextFormProps {
  part: 'mail' | 'notice' | 'sms'
  /** The BCP 47 tag of the language that is written. */
  lang: string
  version: number
  /** The own text, or the standard one to begin with. */
  stored: { subject: string; body: string }
  standard: { subject: string; body: string }
  placeholders: readonly ShownPlaceholder[]
  isOwn: boolean
  /** The idempotency key of the next act. */
  actKey: string
  result: FormResult | undefined
}

/** The editor of one text beside its standard text and a preview, which follows the typing. */
export function OwnTextForm(props: OwnTextFormProps) {
  const { part, lang, version, stored, placeholders, isOwn, actKey, result } = props
  const { form, field, values } = useFormFields(result)
  const [typed, setTyped] = useState<{ subject: string; body: string } | null>(null)
  const submitted = values && { subject: values.subject ?? '', body: values.body ?? '' }
  const read = (event: FormEvent<HTMLFormElement>) => {
    const data = new FormData(event.currentTarget)
    setTyped({ subject: String(data.get('subject') ?? ''), body: String(data.get('body') ?? '') })
  }
  return (
    <div className="grid items-start gap-8 *:min-w-0 xl:grid-cols-2">
      <Form ref={form} method="post" noValidate onInput={read} preventScrollReset className="grid gap-5">
        <input type="hidden" name="key" value={actKey} />
        <input type="hidden" name="version" value={values?.version ?? version} />
        {part !== 'sms' && (
          <TextField
            label={part === 'mail' ? 'Subject' : 'Title'}
            {...field('subject', stored.subject)}
            lang={lang}
            maxLength={150}
          />
        )}
        <TextArea
          label="Text"
          {...field('body', stored.body)}
          lang={lang}
          rows={part === 'mail' ? 14 : 5}
          hint="Plain text. Facts and links stand in braces, such as {link}."
        />
        <TextButtons save="Save text">
          {isOwn && (
            <Button name="intent" value="standard" tone="plain">
              Use the standard text again
            </Button>
          )}
        </TextButtons>
        <Placeholders placeholders={placeholders} onInsert={(name) => insertAtCaret(form.current, name)} />
      </Form>
      <div className="grid gap-6">
        <Preview part={part} lang={lang} text={typed ?? submitted ?? stored} placeholders={placeholders} />
        <section>
          <SectionHeading>Standard text</SectionHeading>
          <article className="rounded-card border border-grain bg-card p-4" lang="en">
            {props.standard.subject && <p className="mb-2 font-bold break-words">{props.standard.subject}</p>}
            <p className="whitespace-pre-wrap wrap-anywhere">{props.standard.body}</p>
          </article>
        </section>
      </div>
    </div>
  )
}

interface PreviewProps {
  part: OwnTextFormProps['part']
  lang: string
  text: { subject: string; body: string }
  placeholders: readonly ShownPlaceholder[]
}

function Preview({ part, lang, text, placeholders }: PreviewProps) {
  const fill = (source: string) =>
    source.replace(/\{(\w+)\}/g, (place, name) => placeholders.find((one) => one.name === name)?.sample ?? place)
  return (
    <section>
      <SectionHeading>Preview</SectionHeading>
      <article className="rounded-card border border-grain bg-card p-4" lang={lang}>
        {part !== 'sms' && <p className="mb-2 font-bold break-words">{fill(text.subject)}</p>}
        <p className="whitespace-pre-wrap wrap-anywhere">
          {part === 'sms' ? writeSms(fill(text.body)) : fill(text.body)}
        </p>
      </article>
      <p className="mt-2 text-14 text-soft">With example facts.</p>
    </section>
  )
}

interface PlaceholdersProps {
  placeholders: readonly ShownPlaceholder[]
  onInsert: (name: string) => void
}

/** The names that can stand in braces. With scripts, a press puts it where the caret is. */
function Placeholders({ placeholders, onInsert }: PlaceholdersProps) {
  const [canInsert, setCanInsert] = useState(false)
  useEffect(() => setCanInsert(true), [])
  return (
    <section>
      <h2 className="mb-2 text-18 font-bold">Placeholders</h2>
      <ul className="grid gap-2">
        {placeholders.map(({ name, sample, isRequired }) => (
          <li key={name} className="flex min-h-11 flex-wrap items-center gap-x-3">
            <span className="min-w-0 flex-1">
              <code className="text-14">{`{${name}}`}</code>
              {isRequired && <span className="text-14"> (needed)</span>}
              <span className="block text-14 wrap-anywhere text-soft">{sample}</span>
            </span>
            {canInsert && (
              <Button type="button" tone="plain" size="small" onClick={() => onInsert(name)}>
                Insert<span className="sr-only"> {name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function insertAtCaret(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem('body')
  if (!(field instanceof HTMLTextAreaElement)) return
  field.setRangeText(`{${name}}`, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
}
