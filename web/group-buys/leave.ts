import type { Api } from '#api/api.ts'

export interface LeaveOutcome {
  left: boolean
  text: string
}

/** Takes a pending order back, by the form's `order_id`. */
export async function leaveByForm(api: Api, form: FormData): Promise<LeaveOutcome> {
  const result = await api.command('leave-group-buy', { order_id: String(form.get('order_id') ?? '') })
  return result.ok
    ? { left: true, text: 'You left this group buy. You had paid nothing, so nothing is owed.' }
    : { left: false, text: result.refusal.message }
}
