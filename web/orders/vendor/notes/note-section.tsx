import { Form, useNavigation } from 'react-router'
import { SHOP_NOTE_LENGTH } from '#domain/orders/shop/shop-notes.ts'
import { type ShopNote, ShopNotes } from '#web/desk/shop/shop-notes.tsx'
import type { FormResult } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'
import { NOTE_INTENT } from './add-note.ts'

interface NoteSectionProps {
  notes: readonly ShopNote[]
  sendKey: string
  result: FormResult | undefined
  /** The readers of the notes. */
  hint: string
}

/** The shop's notes, and a form for another one. */
export function NoteSection({ notes, sendKey, result, hint }: NoteSectionProps) {
  const busy = useNavigation().formData?.get('intent') === NOTE_INTENT
  const { form, field } = useFormFields(result)
  return (
    <section aria-labelledby="notes">
      <SectionHeading id="notes">Notes of your shop</SectionHeading>
      <OutcomeNotice outcome={result} />
      <ShopNotes notes={notes} />
      <Form
        ref={form}
        key={notes.length}
        method="post"
        noValidate
        preventScrollReset
        className="grid max-w-[560px] gap-4"
      >
        <input type="hidden" name="intent" value={NOTE_INTENT} />
        <input type="hidden" name="key" value={sendKey} />
        <TextArea label="New note" rows={3} maxLength={SHOP_NOTE_LENGTH} {...field('text')} hint={hint} />
        <div>
          <Button tone="plain" busy={busy} busyLabel="Saving">
            Add the note
          </Button>
        </div>
      </Form>
    </section>
  )
}
