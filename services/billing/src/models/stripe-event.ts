import { duplicateKey } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

/** A message of Stripe that was carried out. Its id is Stripe's own. */
type StripeEvent = { _id: string; orgId: number; type: string; at: Date }

/** Stripe delivers again for some days. */
const keptSeconds = 30 * 24 * 3600

const schema = new Schema<StripeEvent>({
  _id: { type: String, required: true },
  orgId: { type: Number, required: true, index: true },
  type: { type: String, required: true },
  at: { type: Date, required: true, expires: keptSeconds },
})

export type StripeEvents = ReturnType<typeof stripeEventModel>

export function stripeEventModel(db: Connection) {
  const Events = db.model<StripeEvent>('StripeEvent', schema, 'stripe_events')
  return {
    isKnown: async (orgId: number, id: string): Promise<boolean> => (await Events.exists({ _id: id, orgId })) !== null,

    async keep(orgId: number, { id, type }: { id: string; type: string }): Promise<void> {
      try {
        await Events.create({ _id: id, orgId, type, at: new Date() })
      } catch (error) {
        if ((error as { code?: number }).code !== duplicateKey) throw error
      }
    },
  }
}
