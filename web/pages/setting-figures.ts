// The settings named in public texts, formatted, so that no text can state an outdated value.
import type { Api } from '#api/api.ts'
import { readNamedSettings } from '#api/settings.ts'
import { KOBO_PER_PEP } from '#domain/limits.ts'
import { feeKobo, formatNaira } from '#domain/money.ts'
import { type NamedSetting, rateText } from '#domain/settings/settings.ts'
import { textFigures } from './text-figures.ts'

/** The price of a bag in the examples. */
const BAG_KOBO = 7_600_000n

export function settingFigures(settings: Readonly<Record<NamedSetting, number>>) {
  return {
    buyerFee: rateText(settings.buyer_fee_bps),
    vendorFee: rateText(settings.vendor_fee_bps),
    vendorShare: rateText(10_000 - settings.vendor_fee_bps),
    referralReward: rateText(settings.referral_bps),
    lateLeaveCharge: rateText(settings.late_leave_charge_bps),
    joinHoldMinutes: settings.pay_to_join_hold_minutes,
    bag: formatNaira(BAG_KOBO),
    bagWithFee: formatNaira(BAG_KOBO + feeKobo(BAG_KOBO, settings.buyer_fee_bps)),
    bagReward: Number(feeKobo(BAG_KOBO, settings.referral_bps)) / Number(KOBO_PER_PEP),
  }
}

export type SettingFigures = ReturnType<typeof settingFigures>

/** Parameters of texts: the constants, and the current settings. */
export async function readFigures(api: Api) {
  return { ...textFigures, ...settingFigures(await readNamedSettings(api)) }
}

export type Figures = Awaited<ReturnType<typeof readFigures>>
