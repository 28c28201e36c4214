export interface SettlementCommands {
  /** The vendor honours a buy that too few buyers have paid for. */
  'honour-group-buy': {
    input: { group_buy_id: string }
    output: { group_buy_id: string } /** The vendor brings a part of the last pack, which was not filled. */
    'confirm-part-pack': { input: { group_buy_id: string }; output: { group_buy_id: string } }
  }
  /** The vendor brings a part of the last pack, which was not filled. */
  'confirm-part-pack': { input: { group_buy_id: string }; output: { group_buy_id: string } }
}
