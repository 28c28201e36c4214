import { Button } from './button.tsx'
import { PasswordField } from './password-field.tsx'
import { TextField } from './text-field.tsx'

interface ProofFieldsProps {
  error: string | undefined
  /** Whether the session is old, in which case a mailed code works as well as the password. */
  needsProof: boolean
}

/** Proves that the person at this device is still the owner. */
export function ProofFields({ error, needsProof }: ProofFieldsProps) {
  return (
    <>
      <PasswordField name="current_password" label="Current password" autoComplete="current-password" error={error} />
      {needsProof && (
        <div className="grid gap-2">
          <TextField
            name="nonce"
            label="Or the mailed code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
          />
          <Button type="submit" name="intent" value="code" tone="quiet" size="small" className="justify-self-start">
            Mail me a code
          </Button>
        </div>
      )}
    </>
  )
}
