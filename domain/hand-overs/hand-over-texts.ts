export const GIVE_CODE_ONLY = /*i18n*/ 'Give this code only when the food is in your hands.'

/** The duty of a membership, which grants nothing else: packing and weigh-ins come with `hand-over`. */
export type StaffDuty = 'hand-over' | 'delivery'

export const dutyTexts: Record<StaffDuty, string> = {
  'hand-over': 'hand goods over to buyers',
  delivery: 'deliver goods to buyers',
}
