import { type Connection, Schema } from 'mongoose'
import type { PaidInvoice } from '../provider.ts'

/** An invoice that was paid. Its id is Stripe's, so that it counts once. */
type Payment = { _id: string; orgId: number; cents: number; paidAt: Date }

const schema = new Schema<Payment>({
  _id: { type: String, required: true },
  orgId: { type: Number, required: true, index: true },
  cents: { type: Number, required: true },
  paidAt: { type: Date, required: true, index: true },
})

export type Payments = ReturnType<typeof paymentModel>

export function paymentModel(db: Connection) {
  const Payments = db.model<Payment>('Payment', schema, 'payments')
  return {
    async keep(orgId: number, invoices: PaidInvoice[]): Promise<void> {
      if (invoices.length === 0) return
      await Payments.bulkWrite(
        invoices.map(({ id: _id, cents, paidAt }) => ({
          updateOne: { filter: { _id }, update: { $set: { orgId, cents, paidAt } }, upsert: true },
        })),
      )
    },

    /** In cents, of all organizations. */
    async received(from: Date, to: Date): Promise<number> {
      const [sum] = await Payments.aggregate<{ cents: number }>([
        { $match: { paidAt: { $gte: from, $lt: to } } },
        { $group: { _id: null, cents: { $sum: '$cents' } } },
      ])
      return sum?.cents ?? 0
    },
  }
}
