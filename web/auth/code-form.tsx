import { Form, useNavigation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { AuthFormProps } from './auth-form-parts.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { authPath } from './auth-links.ts'

/** The code of the text message that a new phone account must show. */
export function CodeForm({ outcome, next, phone }: AuthFormProps & { phone: string }) {
  const busy = useNavigation().formData?.get('intent') === 'code'
  return (
    <AuthFrame title="Enter the code" lead={`We sent a code to +${phone}.`}>
      <Form method="post" action={authPath('sign-up', next)} noValidate replace className="grid gap-4">
        <input type="hidden" name="intent" value="code" />
        <input type="hidden" name="phone" value={phone} />
        <TextField
          name="code"
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          error={outcome?.errors.code}
        />
        <Button type="submit" wide busy={busy} busyLabel="Checking">
          Confirm
        </Button>
      </Form>
    </AuthFrame>
  )
}
