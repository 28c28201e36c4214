import { buttonClass } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'

/** Asks for a name, and saves the buy as a template under it. */
export function SaveTemplateButton({ templateId, name }: { templateId: string; name: string }) {
  return (
    <ConfirmForm
      className={buttonClass({ tone: 'quiet' })}
      question="Save it as a template?"
      detail="Later you start new group buys from it: all fields like this one, with new dates."
      confirmLabel="Save template"
      confirmTone="primary"
      cancelLabel="Do not save"
      fields={{ intent: 'save-template', template_id: templateId }}
      choice={<TextField label="Name" name="name" maxLength={60} defaultValue={name.slice(0, 60)} autoComplete="off" />}
    >
      Save as template
    </ConfirmForm>
  )
}
