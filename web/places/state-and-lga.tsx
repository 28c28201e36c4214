import { useLingui } from '@lingui/react'
import { useState } from 'react'
import type { Errors } from '#domain/forms/validation.ts'
import { localGovernments } from '#domain/geography/local-governments.ts'
import { NIGERIAN_STATES } from '#domain/geography/nigerian-states.ts'
import { FieldShell } from '#web/ui/controls/field.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { useHydrated } from '#web/ui/hydrated.ts'

interface StateAndLgaProps {
  state: string
  lga: string
  errors: Errors
  /** The state of a place with orders cannot be changed. */
  fixed?: boolean
}

/**
 * Selects for a state and one of its local governments. Without scripts the second has those of every state, grouped by
 * state.
 */
export function StateAndLga({ state: stored, lga, errors, fixed = false }: StateAndLgaProps) {
  const { i18n } = useLingui()
  const [state, setState] = useState(stored)
  const hydrated = useHydrated()
  const shown = fixed ? [stored] : hydrated && state !== '' ? [state] : NIGERIAN_STATES
  return (
    <div className="field-row grid gap-x-5 sm:grid-cols-2">
      {fixed ? (
        <div>
          <input type="hidden" name="state" value={stored} />
          <p className="font-semibold">{i18n.t('State')}</p>
          <p className="py-2.5">{stored}</p>
        </div>
      ) : (
        <SelectField
          label={i18n.t('State')}
          name="state"
          defaultValue={stored}
          error={errors.state}
          onChange={(event) => setState(event.target.value)}
          options={[
            { value: '', label: i18n.t('Choose a state') },
            ...NIGERIAN_STATES.map((name) => ({ value: name, label: name })),
          ]}
        />
      )}
      <FieldShell label={i18n.t('Local government')} error={errors.lga} hideLabel={false}>
        {(ties) => (
          <select
            {...ties}
            key={`${hydrated} ${state}`}
            name="lga"
            defaultValue={state === stored ? lga : ''}
            className="control control-select"
          >
            <option value="">{i18n.t('Choose a local government')}</option>
            {shown.length === 1 ? (
              <Names of={shown[0] ?? ''} />
            ) : (
              shown.map((name) => (
                <optgroup key={name} label={name}>
                  <Names of={name} />
                </optgroup>
              ))
            )}
          </select>
        )}
      </FieldShell>
    </div>
  )
}

const Names = ({ of }: { of: string }) => localGovernments(of).map((name) => <option key={name}>{name}</option>)
