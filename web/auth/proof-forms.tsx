import { Form, useNavigation } from 'react-router'
import { LEAST_PASSWORD } from '#domain/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { AuthFrame } from './auth-frame.tsx'
import type { ProofAsked } from './sign-up-proof.ts'

/**
 * Asks whose sign-up is being confirmed, in a browser that did not make it: by its password, or with a new one. A stranger
 * who signed up with this address gets nothing either way.
 */
export function ProofForms({ asked, action }: { asked: ProofAsked; action: string }) {
  const sent = useNavigation().formData
  return (
    <AuthFrame
      title="Is this sign-up yours?"
      lead="Anybody can sign up with anybody’s address. Type the password you chose when you signed up."
    >
      <Form method="post" action={action} noValidate replace className="grid gap-4">
        <Kept fields={asked.fields} />
        <PasswordField
          name="own_password"
          label="Password"
          autoComplete="current-password"
          error={asked.errors.own_password}
        />
        <Button type="submit" wide busy={sent?.has('own_password') === true} busyLabel="Confirming">
          Confirm
        </Button>
      </Form>
      <Form method="post" action={action} noValidate replace className="mt-6 grid gap-4 border-t border-grain pt-6">
        <Kept fields={asked.fields} />
        <p>
          Did you not sign up, or have you forgotten the password? Choose a new one. Whatever was typed at sign-up,
          name, kind of account and referral code included, is then dropped.
        </p>
        <PasswordField
          name="new_password"
          label="New password"
          hint={`At least ${LEAST_PASSWORD} characters.`}
          autoComplete="new-password"
          error={asked.errors.new_password}
        />
        <Button type="submit" tone="plain" busy={sent?.has('new_password') === true} busyLabel="Saving">
          Use the new password
        </Button>
      </Form>
    </AuthFrame>
  )
}

function Kept({ fields }: { fields: Record<string, string> }) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
