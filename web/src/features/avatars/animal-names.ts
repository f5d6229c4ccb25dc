import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Animal } from '@lop-xanh/contract/rules/animals';

const names: Record<Animal, MessageDescriptor> = {
  cat: msg`Mèo`,
  chick: msg`Gà con`,
  rabbit: msg`Thỏ`,
  buffalo: msg`Trâu`,
  dog: msg`Chó`,
  pig: msg`Heo`,
  bear: msg`Gấu`,
  panda: msg`Gấu trúc`,
  tiger: msg`Hổ`,
  lion: msg`Sư tử`,
  monkey: msg`Khỉ`,
  elephant: msg`Voi`,
  fox: msg`Cáo`,
  mouse: msg`Chuột`,
  cow: msg`Bò`,
  sheep: msg`Cừu`,
  goat: msg`Dê`,
  horse: msg`Ngựa`,
  koala: msg`Gấu túi`,
  penguin: msg`Chim cánh cụt`,
  owl: msg`Cú mèo`,
  duck: msg`Vịt`,
  rooster: msg`Gà trống`,
  parrot: msg`Vẹt`,
  hedgehog: msg`Nhím`,
  squirrel: msg`Sóc`,
  deer: msg`Hươu`,
  bee: msg`Ong`,
};

export function getAnimalName(animal: Animal): string {
  return i18n._(names[animal]);
}
