import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Picture } from '@lop-xanh/contract/rules/pictures';

const names: Record<Picture, MessageDescriptor> = {
  fish: msg`Cá`,
  lotus: msg`Hoa sen`,
  sun: msg`Mặt trời`,
  kite: msg`Con diều`,
  turtle: msg`Rùa`,
  watermelon: msg`Dưa hấu`,
  lantern: msg`Đèn sao`,
  hat: msg`Nón lá`,
  frog: msg`Ếch`,
  rainbow: msg`Cầu vồng`,
  ball: msg`Quả bóng`,
  boat: msg`Thuyền`,
};

export function getPictureName(picture: Picture): string {
  return i18n._(names[picture]);
}
