import { macOf } from '@lectern/service'
import { type Connection, Schema } from 'mongoose'

/** Which of an organization's signing secrets holds: they are made of the product's own, and kept nowhere. */
type Rotation = { _id: string; orgId: number; generation: number; rotatedAt: Date }

const schema = new Schema<Rotation>({
  _id: { type: String, required: true },
  orgId: { type: Number, required: true },
  generation: { type: Number, required: true },
  rotatedAt: { type: Date, required: true },
})

export type SigningSecret = { secret: string; rotatedAt: Date | null }
export type SigningSecrets = ReturnType<typeof signingSecrets>

/** Each organization's secret, which identifies its visitors and signs what its webhooks are sent. */
export function signingSecrets(db: Connection, productSecret: string) {
  const Rotations = db.model<Rotation>('SecretRotation', schema)
  const secretOf = (orgId: number, rotation: Rotation | null): SigningSecret => ({
    secret: macOf(productSecret, 'organization signing', String(orgId), String(rotation?.generation ?? 0)).toString(
      'base64url',
    ),
    rotatedAt: rotation?.rotatedAt ?? null,
  })

  return {
    read: async (orgId: number) => secretOf(orgId, await Rotations.findById(String(orgId)).lean<Rotation>()),

    /** The one before holds no more. */
    async rotate(orgId: number): Promise<SigningSecret> {
      const rotation = await Rotations.findOneAndUpdate(
        { _id: String(orgId), orgId },
        { $inc: { generation: 1 }, $set: { rotatedAt: new Date() } },
        { upsert: true, returnDocument: 'after' },
      ).lean<Rotation>()
      return secretOf(orgId, rotation)
    },
  }
}
