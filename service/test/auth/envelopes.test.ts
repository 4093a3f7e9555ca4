import {
  address,
  getAddressEncoder,
  getOffchainMessageV0Encoder,
  getOffchainMessageV1Encoder,
  OffchainMessageContentFormat,
  offchainMessageApplicationDomain,
  offchainMessageContentUtf8Of1232BytesMax,
} from '@solana/kit';
import { describe, expect, test } from 'vitest';
import { signedForms } from '../../src/auth/envelopes.ts';

const WALLET = address('9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g');
const KEY = getAddressEncoder().encode(WALLET) as Uint8Array;
const TEXT = 'Tote v1\nhttps://tote.example\nline ☔';

const hex = (bytes: ArrayLike<number>) => Buffer.from(Array.from(bytes)).toString('hex');
const formsOf = (text: string) => [...signedForms(Buffer.from(text), KEY)].map(hex);

describe('signedForms', () => {
  test('has the messages that kit encodes', () => {
    const requiredSignatories = [{ address: WALLET }];
    const versionZero = getOffchainMessageV0Encoder().encode({
      version: 0,
      applicationDomain: offchainMessageApplicationDomain('11111111111111111111111111111111'),
      content: offchainMessageContentUtf8Of1232BytesMax(TEXT),
      requiredSignatories,
    });
    const versionOne = getOffchainMessageV1Encoder().encode({
      version: 1,
      content: TEXT,
      requiredSignatories,
    });
    expect(formsOf(TEXT)).toContain(hex(versionZero));
    expect(formsOf(TEXT)).toContain(hex(versionOne));
  });

  test('has the extended format only for long texts', () => {
    const formats = (text: string) => {
      const [, ...forms] = [...signedForms(Buffer.from(text), KEY)];
      return forms.slice(0, -1).map((form) => form[form.length > text.length + 20 ? 49 : 17]);
    };
    const { UTF8_1232_BYTES_MAX, UTF8_65535_BYTES_MAX, RESTRICTED_ASCII_1232_BYTES_MAX } =
      OffchainMessageContentFormat;
    const short = [UTF8_1232_BYTES_MAX, RESTRICTED_ASCII_1232_BYTES_MAX];
    const long = [...short, UTF8_65535_BYTES_MAX];
    expect(formats('a'.repeat(1_100))).toEqual([...short, ...short]);
    expect(formats('a'.repeat(1_101))).toEqual([...long, ...long]);
  });

  test('does not wrap a text that is too long for the header', () => {
    expect([...signedForms(new Uint8Array(65_536), KEY)]).toHaveLength(1);
  });
});
