import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { Button } from '#web/ui/button.tsx'

/** The acts of an editor of mail texts, by the form's field `intent`. */
export function TextButtons({ save, children }: { save: string; children?: ReactNode }) {
  const busy = useNavigation().formData?.get('intent') === 'save'
  return (
    <div className="flex flex-wrap gap-3">
      <Button name="intent" value="save" busy={busy} busyLabel="Saving">
        {save}
      </Button>
      <Button name="intent" value="preview" tone="plain">
        Preview
      </Button>
      <Button name="intent" value="test" tone="plain">
        Send me a test
      </Button>
      {children}
    </div>
  )
}
